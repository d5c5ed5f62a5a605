//! Numbers, names, lists and large numbers are in a table what they are.

use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, Decimal256Type, Float64Type, UInt64Type};
use arrow_schema::DataType;

use super::*;
use crate::graph::VertexIds;

/// Numbers at hand are written as those that are asked for, one by one, in several pieces: as `format!` does.
#[test]
fn numbers_at_hand_are_written_as_others() {
    let columns = ["a", "b", "c"].map(Column::numbers);
    let numbers: Vec<u64> = (0..3 * (2 * PLAIN_PIECE as u64 + 5)).map(|i| i * i * i % 1009).collect();
    let expected: String =
        numbers.chunks(3).map(|row| format!("{},{},{}\n", row[0], row[1], row[2])).collect();
    for table in [TableFormat::Csv, TableFormat::JsonLines, TableFormat::Parquet] {
        let mut found = [(); 2].map(|()| TableWriter::new(plain(table), &columns, Vec::new()).unwrap());
        found[0].write_numbers(&numbers).unwrap();
        found[1].write(numbers.len(), |i| numbers[i]).unwrap();
        let [at_hand, asked_for] = found.map(|table| table.finish().unwrap());
        assert!(at_hand == asked_for, "{table}");
        assert!(table != TableFormat::Csv || at_hand == format!("a,b,c\n{expected}").into_bytes());
    }
}

/// Names are text in every format, also in one that was taken up.
#[test]
fn columns_of_names() {
    let ids = VertexIds::named(["Ann", "b \"c\", d"]);
    let columns = [Column::vertices("who", &ids), Column::numbers("count")];
    let written = |table: TableFormat| row_by_row(table, &columns, &[0u64, 70, 1, 80]);
    assert_eq!(written(TableFormat::Csv), b"who,count\nAnn,70\n\"b \"\"c\"\", d\",80\n");
    let json = b"{\"who\":\"Ann\",\"count\":70}\n{\"who\":\"b \\\"c\\\", d\",\"count\":80}\n";
    assert_eq!(written(TableFormat::JsonLines), json);
    let of_batch = |batch: RecordBatch| {
        let (who, count) = (batch.column(0).as_string::<i64>(), batch.column(1).as_primitive::<UInt64Type>());
        (0..batch.num_rows()).map(|row| (who.value(row).to_owned(), count.value(row))).collect()
    };
    let expected = [("Ann".to_owned(), 70), ("b \"c\", d".to_owned(), 80)];
    for table in BINARY {
        assert_eq!(read(table, written(table), of_batch), expected, "{table}");
    }
}

/// A missing number is null in a column of floating-point numbers.
#[test]
fn columns_of_real_numbers() {
    let columns = [Column::numbers("count"), Column::reals("z")];
    let rows = [7, Column::real_value(Some(-0.25)), 8, Column::real_value(None)];
    let of_batch = |batch: RecordBatch| {
        let (count, z) =
            (batch.column(0).as_primitive::<UInt64Type>(), batch.column(1).as_primitive::<Float64Type>());
        count.values().iter().copied().zip(z.iter()).collect()
    };
    let written = row_by_row(TableFormat::Parquet, &columns, &rows);
    assert_eq!(read(TableFormat::Parquet, written, of_batch), [(7, Some(-0.25)), (8, None)]);
}

/// Lists of any lengths, of numbers and of names, in every format, also in one that was taken up.
#[test]
fn columns_of_lists() {
    let lists: [&[u64]; 4] = [&[7, 1 << 40], &[], &[2], &[1, 0]];
    let ends = [2, 2, 3, 5];
    let written = |table: TableFormat, column: &Column, values: &[u64]| {
        in_parts(table, std::slice::from_ref(column), [0..2, 2..4], |writer, rows| {
            let first = if rows.start == 0 { 0 } else { ends[rows.start - 1] };
            let of: Vec<usize> = ends[rows].iter().map(|end| end - first).collect();
            writer.write_lists(&of, |i| values[first + i])
        })
    };
    let ids = VertexIds::named(["Ann", "b \"c\", d", "é"]);
    let (numbers, names) =
        (Column { is_list: true, ..Column::numbers("v") }, Column::lists_of_vertices("who", &ids));
    let (values, of_names) = (lists.concat(), [1, 0, 2, 1, 0]);
    let csv = |column: &Column, values: &[u64]| {
        String::from_utf8(written(TableFormat::Csv, column, values)).unwrap()
    };
    assert_eq!(csv(&numbers, &values), "v\n\"[7,1099511627776]\"\n\"[]\"\n\"[2]\"\n\"[1,0]\"\n");
    let text = csv(&names, &of_names);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let first = reader.records().next().unwrap().unwrap();
    assert_eq!(serde_json::from_str::<Vec<String>>(&first[0]).unwrap(), ["b \"c\", d", "Ann"]);
    let json = String::from_utf8(written(TableFormat::JsonLines, &names, &of_names)).unwrap();
    let lines = ["{\"who\":[\"b \\\"c\\\", d\",\"Ann\"]}", "{\"who\":[]}", "{\"who\":[\"é\"]}"];
    assert_eq!(json.lines().take(3).collect::<Vec<_>>(), lines);
    let of_batch = |batch: RecordBatch| {
        let lists = batch.column(0).as_list::<i64>();
        let list = |row: usize| lists.value(row).as_primitive::<UInt64Type>().values().to_vec();
        (0..batch.num_rows()).map(list).collect()
    };
    for table in BINARY {
        assert_eq!(read(table, written(table, &numbers, &values), of_batch), lists, "{table}");
    }
    let of_batch = |batch: RecordBatch| {
        let lists = batch.column(0).as_list::<i64>();
        let list = |row: usize| -> Vec<String> {
            lists.value(row).as_string::<i64>().iter().flatten().map(str::to_owned).collect()
        };
        (0..batch.num_rows()).map(list).collect()
    };
    let found = read(TableFormat::Parquet, written(TableFormat::Parquet, &names, &of_names), of_batch);
    assert_eq!(found[3], ["b \"c\", d", "Ann"]);
}

/// Numbers of 128 bits are integers of 64 bits where their column needs no more, and else decimals: in text, digits.
#[test]
fn columns_of_large_numbers() {
    let large = [5, u128::from(u64::MAX) + 1, 10u128.pow(38) - 1, u128::MAX];
    let names = ["narrow", "wide", "widest", "more"];
    let columns: Vec<Column> =
        names.into_iter().zip(large).map(|(name, most)| Column::numbers_up_to(name, most)).collect();
    let rows = [large, [1, 2, 3, 10u128.pow(38)]].concat();
    let written = |table: TableFormat| row_by_row(table, &columns, &rows);
    let ten = "100000000000000000000000000000000000000";
    let csv = format!(
        "narrow,wide,widest,more\n5,18446744073709551616,{},{}\n1,2,3,{ten}\n",
        "9".repeat(38),
        u128::MAX
    );
    assert_eq!(String::from_utf8(written(TableFormat::Csv)).unwrap(), csv);
    let json = String::from_utf8(written(TableFormat::JsonLines)).unwrap();
    let last = format!("{{\"narrow\":1,\"wide\":2,\"widest\":3,\"more\":{ten}}}");
    assert_eq!(json.lines().last(), Some(&last[..]));
    let kinds = [
        DataType::UInt64,
        DataType::Decimal128(38, 0),
        DataType::Decimal128(38, 0),
        DataType::Decimal256(39, 0),
    ];
    let of_batch = |batch: RecordBatch| {
        assert!(batch.schema().fields().iter().map(|field| field.data_type()).eq(&kinds));
        let column = |i: usize| batch.column(i).clone();
        let of_row = |row: usize| {
            [
                column(0).as_primitive::<UInt64Type>().value(row).to_string(),
                column(1).as_primitive::<Decimal128Type>().value(row).to_string(),
                column(2).as_primitive::<Decimal128Type>().value(row).to_string(),
                column(3).as_primitive::<Decimal256Type>().value(row).to_string(),
            ]
        };
        (0..batch.num_rows()).flat_map(of_row).collect()
    };
    let expected: Vec<String> = rows.iter().map(u128::to_string).collect();
    for table in BINARY {
        assert_eq!(read(table, written(table), of_batch), expected, "{table}");
    }
}

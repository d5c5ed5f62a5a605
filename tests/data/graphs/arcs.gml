graph [
  directed 1
  node [
    id 0
    label "v0"
  ]
  node [
    id 1
    label "v1"
  ]
  node [
    id 2
    label "v2"
  ]
  node [
    id 3
    label "v3"
  ]
  node [
    id 4
    label "v4"
  ]
  node [
    id 5
    label "v5"
  ]
  node [
    id 6
    label "v6"
  ]
  node [
    id 7
    label "v7"
  ]
  node [
    id 8
    label "v8"
  ]
  node [
    id 9
    label "v9"
  ]
  node [
    id 10
    label "v10"
  ]
  node [
    id 11
    label "v11"
  ]
  edge [
    source 0
    target 4
  ]
  edge [
    source 1
    target 0
  ]
  edge [
    source 2
    target 3
  ]
  edge [
    source 2
    target 9
  ]
  edge [
    source 2
    target 5
  ]
  edge [
    source 2
    target 7
  ]
  edge [
    source 3
    target 9
  ]
  edge [
    source 3
    target 11
  ]
  edge [
    source 3
    target 4
  ]
  edge [
    source 5
    target 9
  ]
  edge [
    source 5
    target 8
  ]
  edge [
    source 5
    target 10
  ]
  edge [
    source 6
    target 10
  ]
  edge [
    source 6
    target 11
  ]
  edge [
    source 6
    target 8
  ]
  edge [
    source 6
    target 9
  ]
  edge [
    source 7
    target 10
  ]
  edge [
    source 7
    target 4
  ]
  edge [
    source 7
    target 8
  ]
  edge [
    source 7
    target 9
  ]
  edge [
    source 8
    target 2
  ]
  edge [
    source 8
    target 3
  ]
  edge [
    source 8
    target 7
  ]
  edge [
    source 8
    target 6
  ]
  edge [
    source 8
    target 9
  ]
  edge [
    source 9
    target 1
  ]
  edge [
    source 9
    target 0
  ]
  edge [
    source 9
    target 7
  ]
  edge [
    source 9
    target 6
  ]
  edge [
    source 9
    target 3
  ]
  edge [
    source 9
    target 10
  ]
  edge [
    source 10
    target 2
  ]
  edge [
    source 10
    target 1
  ]
  edge [
    source 10
    target 6
  ]
  edge [
    source 10
    target 4
  ]
  edge [
    source 11
    target 0
  ]
  edge [
    source 11
    target 6
  ]
  edge [
    source 11
    target 2
  ]
  edge [
    source 11
    target 5
  ]
  edge [
    source 11
    target 10
  ]
]

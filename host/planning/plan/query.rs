//! A pattern as the planner sees it: masks, and for each two vertices the list that leads from one to the other.

use super::matching::{Induced, Matching};
use crate::pattern::structure::{Rule, RuleInterner, Structure};
use crate::pattern::{Group, MAX_VERTICES, Pattern, automorphism};

/// The most automorphisms that are listed: 7!. Where there are more, nearly all come of twins.
const MOST_AUTOMORPHISMS: u64 = 5_040;
/// The most for patterns of more than 8 vertices, of which there are more orders to go through with them: 6!.
const MOST_AUTOMORPHISMS_LARGE: u64 = 720;

/// Vertices of the data graph that may stand for some vertices of the pattern: a number of [`Query::classes`].
pub(crate) type ClassId = u8;
/// A number of [`Query::views`].
pub(crate) type ViewId = u8;

/// Which vertices of the data graph are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Class {
    /// They have one of these labels; all vertices if it is empty.
    pub labels: Vec<String>,
    /// They stand for vertices that must not exist.
    pub anti: bool,
    /// They have so many neighbours at least, where that is asked.
    pub least: u32,
}

/// The lists that lead from each vertex of one class to those neighbours that are in another and obey a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct ClassView {
    /// The class of the vertices that have a list.
    pub from: ClassId,
    /// The class of the vertices in the lists.
    pub to: ClassId,
    /// A number of [`Query::rules`].
    pub rule: u8,
}

/// A vertex that must not exist.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct AntiVertex {
    /// The matched vertices that it would be adjacent to.
    pub near: u32,
    /// Those that it would not be adjacent to, in either direction or in one.
    pub absent: u32,
    /// By vertex in `near`, the view that leads from there to it; by vertex in `absent`, the one that does not.
    pub views: [ViewId; MAX_VERTICES],
}

/// A pattern, and what a match of it is.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Query {
    pub pattern: Pattern,
    pub matching: Matching,
    pub vertices: usize,
    /// By vertex, those that must be adjacent to it.
    pub near: [u32; MAX_VERTICES],
    /// By vertex, those that must not be adjacent to it, in either direction or in one.
    pub absent: [u32; MAX_VERTICES],
    /// By vertex, its class.
    pub class: [ClassId; MAX_VERTICES],
    /// `view[u][v]` leads from `u` to the candidates for `v`, where the two must be adjacent; where they must not be,
    /// to what are no candidates.
    pub view: [[ViewId; MAX_VERTICES]; MAX_VERTICES],
    pub anti: Vec<AntiVertex>,
    /// The first is that of all vertices.
    pub classes: Vec<Class>,
    /// The first is that of all neighbours of all vertices.
    pub views: Vec<ClassView>,
    pub rules: Vec<Rule>,
    /// Whether vertices counted together may be the same: their number is then a power.
    pub powers: bool,
    pub automorphisms: u64,
    structure: Structure,
}

impl Query {
    /// `pattern` for a plan of the kernels for plain patterns, if `plain`, or of those for all others.
    pub fn new(pattern: &Pattern, matching: Matching, plain: bool) -> Self {
        Query::of(pattern, matching, plain, |_| 0)
    }

    /// `pattern` for a plan of the kernels for all patterns, where vertices of the data graph with too few neighbours
    /// are in no class of vertices of the pattern that have more than its least degree: injective maps use none of
    /// them.
    pub fn by_degrees(pattern: &Pattern, matching: Matching) -> Self {
        let least = matching.least_degree(pattern);
        let injective = matching.semantics.injective();
        Query::of(pattern, matching, false, |degree| if injective && degree > least { degree } else { 0 })
    }

    fn of(pattern: &Pattern, matching: Matching, plain: bool, least: impl Fn(u32) -> u32) -> Self {
        let mut interner = RuleInterner::default();
        let structure = Structure::of(pattern, matching.induced == Induced::Vertex, &mut interner);
        let vertices = structure.vertices;
        let any_edge = Rule { edge: Some(Vec::new()), ..Rule::default() };
        let any_rule = interner.rules.iter().position(|rule| *rule == any_edge).unwrap_or_else(|| {
            interner.rules.push(any_edge);
            interner.rules.len() - 1
        });
        let mut query = Query {
            pattern: pattern.clone(),
            matching,
            vertices,
            near: [0; MAX_VERTICES],
            absent: [0; MAX_VERTICES],
            class: [0; MAX_VERTICES],
            view: [[0; MAX_VERTICES]; MAX_VERTICES],
            anti: Vec::new(),
            classes: vec![Class { labels: Vec::new(), anti: false, least: 0 }],
            views: vec![ClassView { from: 0, to: 0, rule: any_rule as u8 }],
            rules: interner.rules.clone(),
            powers: !plain && !matching.semantics.injective(),
            automorphisms: automorphism::count(&structure),
            structure: structure.clone(),
        };
        for v in 0..vertices {
            let is_near = |u: &usize| interner.rules[usize::from(structure.rules[v][*u])].is_present();
            let degree = (0..vertices).filter(is_near).count() as u32;
            query.class[v] = query.class_of(&interner, structure.labels[v], false, least(degree));
        }
        for (u, v) in (0..vertices).flat_map(|u| (0..vertices).map(move |v| (u, v))) {
            let rule = structure.rules[u][v];
            let [near, absent] = query.asks(rule);
            query.near[u] |= u32::from(near) << v;
            query.absent[u] |= u32::from(absent) << v;
            query.view[u][v] = query.view_by(query.class[u], query.class[v], rule);
        }
        for (labels, rules) in &structure.anti {
            let to = query.class_of(&interner, *labels, true, 0);
            let mut anti = AntiVertex { near: 0, absent: 0, views: [0; MAX_VERTICES] };
            for (v, &rule) in rules[..vertices].iter().enumerate() {
                let [near, absent] = query.asks(rule);
                anti.near |= u32::from(near) << v;
                anti.absent |= u32::from(absent) << v;
                anti.views[v] = query.view_by(query.class[v], to, rule);
            }
            query.anti.push(anti);
        }
        query
    }

    /// The automorphisms of what is asked.
    pub fn symmetry(&self) -> Symmetry {
        let most = if self.vertices <= 8 { MOST_AUTOMORPHISMS } else { MOST_AUTOMORPHISMS_LARGE };
        if self.automorphisms <= most {
            return Symmetry { group: Group::of(&self.structure), twins: Vec::new() };
        }
        let twins = automorphism::twins(&self.structure);
        Symmetry { group: Group::keeping_order(&self.structure, &twins), twins }
    }

    /// Whether vertices may be counted together with `first`: the pattern asks the same of them, and nothing of them
    /// among each other.
    pub fn alike(&self, first: usize, v: usize) -> bool {
        self.near[first] == self.near[v]
            && self.absent[first] == self.absent[v]
            && self.class[first] == self.class[v]
            && (0..self.vertices).all(|u| self.view[u][first] == self.view[u][v])
            && (self.near[first] | self.absent[first]) >> v & 1 == 0
    }

    fn class_of(&mut self, interner: &RuleInterner, labels: u8, anti: bool, least: u32) -> ClassId {
        let labels = interner.labels[usize::from(labels)].clone();
        // Every vertex may stand for a vertex without labels, whether that must exist or not.
        let class = Class { anti: anti && !labels.is_empty(), labels, least };
        place_of(&mut self.classes, class)
    }

    /// Whether a rule asks for an edge, and whether for the absence of one.
    fn asks(&self, rule: u8) -> [bool; 2] {
        let rule = &self.rules[usize::from(rule)];
        [rule.is_present(), rule.absent || (!rule.is_present() && (rule.no_out || rule.no_back))]
    }

    /// The view that leads from vertices of one class to those of another by a rule that asks for an edge; by one that
    /// forbids arcs in one direction, to those to which there are some; else that of all neighbours.
    fn view_by(&mut self, from: ClassId, to: ClassId, rule: u8) -> ViewId {
        let asked = &self.rules[usize::from(rule)];
        let any = || Some(Vec::new());
        let forbidden = match asked {
            _ if asked.is_present() => return place_of(&mut self.views, ClassView { from, to, rule }),
            Rule { no_out: true, .. } => Rule { out: any(), ..Rule::default() },
            Rule { no_back: true, .. } => Rule { back: any(), ..Rule::default() },
            _ => return 0,
        };
        let rule = place_of(&mut self.rules, forbidden);
        // What is taken away need not be a candidate: so one list serves candidates of several classes.
        place_of(&mut self.views, ClassView { from, to: 0, rule })
    }
}

/// The automorphisms of a query: those of a group, each after exchanges within the classes of twins.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Symmetry {
    /// All automorphisms, where they are few enough to be listed; else those that keep the order of the vertices in the
    /// classes.
    pub group: Group,
    /// Classes of vertices, each of which may be exchanged with each of its class; none where all automorphisms are
    /// listed.
    pub twins: Vec<u32>,
}

/// The place of `item` among those known, of which there are fewer than 256; adds it if it is new.
fn place_of<T: PartialEq>(known: &mut Vec<T>, item: T) -> u8 {
    let place = known.iter().position(|other| *other == item);
    place.unwrap_or_else(|| {
        known.push(item);
        known.len() - 1
    }) as u8
}

/// How much smaller classes and views are than all vertices and all neighbours.
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub struct Selectivities {
    /// By class, the share of all vertices.
    pub classes: Vec<f64>,
    /// By class, those with which it has vertices in common, itself among them, as a mask.
    pub overlaps: Vec<u32>,
    /// By view, what is left of a list of neighbours of a vertex that has one.
    pub views: Vec<ViewShare>,
}

/// What a view leaves of a list of all neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(hidden)]
pub struct ViewShare {
    /// The share of neighbours that are of the class.
    pub class: f64,
    /// The share of those that obey the rule.
    pub rule: f64,
}

impl ViewShare {
    /// Both.
    pub fn whole(self) -> f64 {
        self.class * self.rule
    }
}

impl Selectivities {
    /// The share of all that a label is assumed to be of.
    pub const ASSUMED_LABEL: f64 = 1.0 / 8.0;

    /// What is assumed without a graph: that each label is that of an eighth of all, each direction of half, and that a
    /// vertex may have any labels together.
    pub fn assumed(query: &Query) -> Self {
        let of_labels = |labels: usize| match labels {
            0 => 1.0,
            _ => (labels as f64 * Self::ASSUMED_LABEL).min(1.0),
        };
        let class = |class: &Class| [of_labels(class.labels.len()); 2];
        let rule = |rule: &Rule| {
            let edge = rule.edge.as_ref().map_or(1.0, |labels| of_labels(labels.len()));
            let arc =
                |arc: &Option<Vec<String>>| arc.as_ref().map_or(1.0, |labels| of_labels(labels.len()) / 2.0);
            edge * arc(&rule.out) * arc(&rule.back)
        };
        Selectivities::by(query, class, rule)
    }

    /// What is left by the share of the vertices that are in a class, and of all neighbours in all lists; and by that
    /// of the neighbours that obey a rule. A vertex may be in any classes together.
    pub fn by(query: &Query, class: impl Fn(&Class) -> [f64; 2], rule: impl Fn(&Rule) -> f64) -> Self {
        let view = |view: &ClassView| ViewShare {
            class: class(&query.classes[usize::from(view.to)])[1],
            rule: rule(&query.rules[usize::from(view.rule)]),
        };
        Selectivities {
            classes: query.classes.iter().map(|of| class(of)[0]).collect(),
            overlaps: vec![u32::MAX; query.classes.len()],
            views: query.views.iter().map(view).collect(),
        }
    }
}

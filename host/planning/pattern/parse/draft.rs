//! A pattern as far as its text has been read.

use super::cursor::Cursor;
use crate::pattern::condition;
use crate::pattern::link::Link;
use crate::pattern::{MAX_ANTI_VERTICES, MAX_VERTICES, Pattern, PatternError, Vertex};

/// A vertex as it was first mentioned.
struct Mentioned {
    vertex: Vertex,
    anti: bool,
    place: usize,
}

/// The vertices and links that have been mentioned.
#[derive(Default)]
pub(super) struct Draft {
    vertices: Vec<Mentioned>,
    links: Vec<Link>,
}

impl Draft {
    /// Whether there are no links.
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// The number of a vertex that is mentioned at `at`: with its labels, or after that by its name alone.
    pub fn mention(
        &mut self,
        vertex: Vertex,
        anti: bool,
        cursor: &Cursor<'_>,
        at: usize,
    ) -> Result<usize, PatternError> {
        let known = self.vertices.iter().position(|known| known.vertex.name == vertex.name);
        if let Some(known) = known {
            if !vertex.labels.is_empty() || !vertex.conditions.is_empty() {
                return Err(PatternError::LateLabel { vertex: vertex.name, place: cursor.place(at) });
            }
            if anti && !self.vertices[known].anti {
                return Err(PatternError::LateAntiVertex { vertex: vertex.name, place: cursor.place(at) });
            }
            return Ok(known);
        }
        let most = if anti { MAX_ANTI_VERTICES } else { MAX_VERTICES };
        if self.vertices.iter().filter(|known| known.anti == anti).count() == most {
            let (vertex, place) = (vertex.name, cursor.place(at));
            return Err(match anti {
                true => PatternError::TooManyAntiVertices { vertex, place },
                false => PatternError::TooManyVertices { vertex, place },
            });
        }
        self.vertices.push(Mentioned { vertex, anti, place: at });
        Ok(self.vertices.len() - 1)
    }

    /// Adds a link, whose second vertex stands at `at`.
    pub fn add(&mut self, link: Link, cursor: &Cursor<'_>, at: usize) -> Result<(), PatternError> {
        let name = |v: usize| self.vertices[v].vertex.name.clone();
        if link.from == link.to {
            return Err(PatternError::SelfLoop { vertex: name(link.from), place: cursor.place(at) });
        }
        if self.vertices[link.from].anti && self.vertices[link.to].anti {
            let pair = (name(link.from), name(link.to));
            return Err(PatternError::AntiPair { pair, place: cursor.place(at) });
        }
        if let Some(known) = self.links.iter().find(|known| !link.goes_with(known)) {
            let written = |link: &Link| format!("{}{}{}", name(link.from), link.sign(), name(link.to));
            let place = cursor.place(at);
            let asked = |link: &Link| condition::asked(&link.labels, &link.conditions);
            let kinds = |link: &Link| (link.is_present(), link.is_one_way());
            return Err(if kinds(&link) == kinds(known) && asked(&link) == asked(known) {
                PatternError::RepeatedEdge { edge: written(&link), place }
            } else {
                PatternError::Conflict { edge: written(&link), earlier: written(known), place }
            });
        }
        self.links.push(link);
        Ok(())
    }

    /// The pattern, with the anti-vertices numbered after the others.
    pub fn finish(self, cursor: &Cursor<'_>) -> Result<Pattern, PatternError> {
        for (number, known) in self.vertices.iter().enumerate().filter(|(_, known)| known.anti) {
            let joined = |link: &Link| link.is_present() && (link.from == number || link.to == number);
            if !self.links.iter().any(joined) {
                let vertex = known.vertex.name.clone();
                return Err(PatternError::LooseAntiVertex { vertex, place: cursor.place(known.place) });
            }
        }
        let mut order: Vec<usize> = (0..self.vertices.len()).collect();
        order.sort_by_key(|&v| self.vertices[v].anti);
        let matched = self.vertices.iter().filter(|known| !known.anti).count();
        let mut number = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, &old)| number[old] = new);
        let vertices = order.iter().map(|&v| self.vertices[v].vertex.clone()).collect();
        let links = self.links.into_iter();
        let links = links.map(|link| Link { from: number[link.from], to: number[link.to], ..link }).collect();
        Pattern::of_links(vertices, matched, links)
    }
}

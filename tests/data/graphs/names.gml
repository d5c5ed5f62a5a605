graph [
  node [
    id 0
    label "alice"
  ]
  node [
    id 1
    label "bob"
  ]
  node [
    id 2
    label "carol d."
  ]
  node [
    id 3
    label "dave &#34;d&#34;"
  ]
  node [
    id 4
    label "&#201;lodie"
  ]
  node [
    id 5
    label "f&#38;g"
  ]
  node [
    id 6
    label "<h>"
  ]
  node [
    id 7
    label "i"
  ]
  node [
    id 8
    label "j's"
  ]
  node [
    id 9
    label "k-9"
  ]
  node [
    id 10
    label "l"
  ]
  node [
    id 11
    label "m"
  ]
  node [
    id 12
    label "n"
  ]
  node [
    id 13
    label "o"
  ]
  node [
    id 14
    label "lonely"
  ]
  edge [
    source 0
    target 1
    weight 0.5
  ]
  edge [
    source 0
    target 9
    weight 1.5
  ]
  edge [
    source 0
    target 6
    weight 2.5
  ]
  edge [
    source 0
    target 3
    weight 3.5
  ]
  edge [
    source 0
    target 0
    weight 4.5
  ]
  edge [
    source 1
    target 5
    weight 0.5
  ]
  edge [
    source 1
    target 3
    weight 1.5
  ]
  edge [
    source 1
    target 8
    weight 2.5
  ]
  edge [
    source 1
    target 9
    weight 3.5
  ]
  edge [
    source 1
    target 11
    weight 4.5
  ]
  edge [
    source 2
    target 5
    weight 0.5
  ]
  edge [
    source 2
    target 4
    weight 1.5
  ]
  edge [
    source 2
    target 6
    weight 2.5
  ]
  edge [
    source 2
    target 10
    weight 3.5
  ]
  edge [
    source 2
    target 12
    weight 4.5
  ]
  edge [
    source 3
    target 8
    weight 0.5
  ]
  edge [
    source 3
    target 5
    weight 1.5
  ]
  edge [
    source 3
    target 9
    weight 2.5
  ]
  edge [
    source 3
    target 4
    weight 3.5
  ]
  edge [
    source 4
    target 9
    weight 4.5
  ]
  edge [
    source 5
    target 12
    weight 0.5
  ]
  edge [
    source 5
    target 7
    weight 1.5
  ]
  edge [
    source 6
    target 10
    weight 2.5
  ]
  edge [
    source 6
    target 8
    weight 3.5
  ]
  edge [
    source 7
    target 10
    weight 4.5
  ]
  edge [
    source 7
    target 9
    weight 0.5
  ]
  edge [
    source 7
    target 8
    weight 1.5
  ]
  edge [
    source 8
    target 13
    weight 2.5
  ]
  edge [
    source 9
    target 13
    weight 3.5
  ]
  edge [
    source 9
    target 10
    weight 4.5
  ]
  edge [
    source 11
    target 12
    weight 0.5
  ]
]

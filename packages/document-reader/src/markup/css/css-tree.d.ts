declare module 'css-tree/parser' {
  namespace parse {
    /** The parts of a node that are read; which of them are there depends on its type. */
    type CssNode = {
      readonly type: string
      readonly name?: string | CssNode
      readonly value?: string | CssNode | null
      readonly children?: Iterable<CssNode> | null
      readonly prelude?: CssNode | null
      readonly block?: CssNode | null
      readonly property?: string
      readonly important?: boolean | string
      readonly matcher?: string | null
      readonly flags?: string | null
      readonly nth?: CssNode
      readonly selector?: CssNode | null
      readonly a?: string | null
      readonly b?: string | null
    }
  }
  /** Errors of a sheet are dealt with as browsers do: what they spoil becomes a node of type `Raw`. */
  function parse(
    text: string,
    options: {
      readonly context: 'stylesheet' | 'declarationList'
      readonly parseValue: boolean
      readonly parseAtrulePrelude: boolean
    },
  ): parse.CssNode
  export = parse
}

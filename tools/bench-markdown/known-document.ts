/** A document whose structure is known, because it was made from it. */
export type StructuredDocument = {
  readonly name: string
  readonly look: DocumentLook
  readonly sections: readonly KnownSection[]
}

/** Elements that are set in so many columns. */
export type KnownSection = {
  readonly columns: 1 | 2 | 3
  readonly elements: readonly KnownElement[]
}

export type KnownElement = KnownHeading | KnownParagraph | KnownList | KnownTable | KnownFigure

export type KnownHeading = {
  readonly kind: 'heading'
  readonly level: 1 | 2 | 3
  readonly text: string
}
type KnownParagraph = { readonly kind: 'paragraph'; readonly text: string }
export type KnownList = {
  readonly kind: 'list'
  readonly isOrdered: boolean
  readonly items: readonly { readonly text: string; readonly level: 0 | 1 | 2 }[]
}
export type KnownTable = {
  readonly kind: 'table'
  /** The first rows of the table are its head. */
  readonly headRows: number
  readonly rows: readonly (readonly KnownCell[])[]
}
export type KnownCell = {
  readonly text: string
  readonly columns: number
  readonly rows: number
  readonly isNumber?: true
}
type KnownFigure = { readonly kind: 'figure'; readonly caption: string }

/** The look of the printed document. */
export type DocumentLook = {
  readonly font: string
  /** Points. */
  readonly size: number
  readonly leading: number
  readonly headings: HeadingLook
  /** Style rules of the tables. */
  readonly tables: string
  readonly alignment: 'left' | 'justify'
  readonly paragraphs: 'spaced' | 'indented'
  readonly runningHead?: string
  readonly pageNumbers: 'none' | 'plain' | 'of'
}

/** Sizes are multiples of the text's size, for the levels 1 to 3. */
export type HeadingLook = {
  readonly sizes: readonly [number, number, number]
  readonly isBold: boolean
  readonly isNumbered: boolean
  readonly style: 'plain' | 'capitals' | 'ruled' | 'colored' | 'centered'
}

import type { Box } from './model.ts'

/** In which form made for machines a document says a value. */
export type EmbeddedSource =
  | 'factur-x'
  | 'zugferd'
  | 'xrechnung'
  | 'cii'
  | 'ubl'
  | 'swiss-qr-bill'
  | 'epc-code'
  | 'gs1'
  | 'code'
  | 'form'
  | 'xfa'
  | 'signature'
  | 'cell'
  | 'mrz'
  | 'mail'

/** Where in the document it is. */
export type EmbeddedPlace = {
  /** The name of the attachment that says it, as the document states it: to be shown, never to be taken for a path. */
  readonly attachment?: string
  /** Zero-based; absent of what stands on no page. */
  readonly page?: number
  readonly box?: Box
}

/** A value that a document carries in a form made for machines, such as a field of an e-invoice. */
export type EmbeddedValue = {
  readonly source: EmbeddedSource
  /** What the source calls it: `GrandTotalAmount`. */
  readonly name: string
  /**
   * What it means, where a standard says so: a business term of EN 16931 such as `BT-112`, or a word of another
   * standard such as `mrz:surname`. Absent of what has a name alone, such as a form's field.
   */
  readonly term?: string
  /** What a person reads beside it, where the source says so. */
  readonly label?: string
  readonly kind: 'text' | 'number' | 'date' | 'boolean'
  /** A number has a decimal point and no other sign; a date is `YYYY-MM-DD`; a boolean is `true` or `false`. */
  readonly value: string
  /** How the source shows it to people, where that is another text. */
  readonly shown?: string
  readonly place: EmbeddedPlace
}

/** A line of an e-invoice. */
export type EmbeddedLine = Pick<EmbeddedValue, 'source' | 'name' | 'place'> & {
  /** Each with a term of its own. */
  readonly values: readonly EmbeddedValue[]
}

/** What is wrong with the data that a document carries, in words for a person. */
export type EmbeddedProblem = {
  readonly text: string
  readonly source?: EmbeddedSource
  readonly place: EmbeddedPlace
  /** The terms whose values of this source are not to be trusted. */
  readonly terms?: readonly string[]
  /** Only of this line of the source, from zero. */
  readonly line?: number
}

/** All that a document says in forms made for machines. Plain data: it can be stored as JSON. */
export type EmbeddedData = {
  readonly values: readonly EmbeddedValue[]
  /** Of e-invoices, in their order; absent where there are none. */
  readonly lines?: readonly EmbeddedLine[]
  readonly problems: readonly EmbeddedProblem[]
}

/** How the source and its name are shown: `factur-x: GrandTotalAmount`. */
export const nameOfEmbedded = ({ source, name }: Pick<EmbeddedValue, 'source' | 'name'>) =>
  `${source}: ${name}`

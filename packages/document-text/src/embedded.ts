import type { Box } from './model.ts'

/** The machine-readable source of an embedded value. */
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

/** Position in the document. */
export type EmbeddedPlace = {
  /** The name of the attachment that says it, as the document states it: to be shown, never to be taken for a path. */
  readonly attachment?: string
  /** Zero-based; absent of what stands on no page. */
  readonly page?: number
  readonly box?: Box
}

/** A value that a document contains in machine-readable form, such as a field of an e-invoice. */
export type EmbeddedValue = {
  readonly source: EmbeddedSource
  /** Name in the source: `GrandTotalAmount`. */
  readonly name: string
  /**
   * Meaning of the value, if a standard defines it: a business term of EN 16931 such as `BT-112`,
   * or a term of another standard such as `mrz:surname`. Absent for values that have only a name,
   * such as a form's field.
   */
  readonly term?: string
  /** Label that a person reads beside the value, if the source has one. */
  readonly label?: string
  readonly kind: 'text' | 'number' | 'date' | 'boolean'
  /** A number has a decimal point and no other sign; a date is `YYYY-MM-DD`; a boolean is `true` or `false`. */
  readonly value: string
  /** Text as the source displays it, if it differs from the value. */
  readonly shown?: string
  readonly place: EmbeddedPlace
}

/** A line of an e-invoice. */
export type EmbeddedLine = Pick<EmbeddedValue, 'source' | 'name' | 'place'> & {
  /** Every value has a term. */
  readonly values: readonly EmbeddedValue[]
}

/** A problem with the data that a document contains, described for a person. */
export type EmbeddedProblem = {
  readonly text: string
  readonly source?: EmbeddedSource
  readonly place: EmbeddedPlace
  /** The terms whose values of this source are not to be trusted. */
  readonly terms?: readonly string[]
  /** Set if the problem concerns only this line of the source, zero-based. */
  readonly line?: number
}

/** All that a document says in forms made for machines. Plain data: it can be stored as JSON. */
export type EmbeddedData = {
  readonly values: readonly EmbeddedValue[]
  /** Lines of e-invoices, in their order; absent if there are none. */
  readonly lines?: readonly EmbeddedLine[]
  readonly problems: readonly EmbeddedProblem[]
}

/** Returns the display text of a source and its name: `factur-x: GrandTotalAmount`. */
export const nameOfEmbedded = ({ source, name }: Pick<EmbeddedValue, 'source' | 'name'>) =>
  `${source}: ${name}`

import type { EmbeddedData, EmbeddedProblem } from '@recto/document-text/embedded'

/** Under the names of the contract: it is stored and shown as it is. */
export type PresentedEmbedded = {
  /** In which forms it has values. */
  readonly sources: readonly string[]
  readonly problems: readonly {
    readonly text: string
    readonly source: string | null
    /** The attachment's name. */
    readonly attachment: string | null
  }[]
}

/** Nothing of a document that carries none. */
export function presentEmbedded(data: EmbeddedData | undefined): {
  readonly embedded_data?: PresentedEmbedded
} {
  if (!data || (data.values.length === 0 && data.problems.length === 0)) return {}
  const sources = [...new Set(data.values.map(({ source }) => source))]
  const problems = data.problems.map(({ text, source = null, place: { attachment = null } }) => ({
    ...{ text, source, attachment },
  }))
  return { embedded_data: { sources, problems } }
}

/** In one line, with what it is about. */
export function describeProblem({ text, source, place: { attachment } }: EmbeddedProblem): string {
  const about = attachment ? `attachment “${attachment}”` : source
  return about ? `Embedded data, ${about}: ${text}` : `Embedded data: ${text}`
}

/** A file inside another one that is read as a part of the document. */
export type ContainedFile = { readonly name: string; readonly bytes: Uint8Array }

/** The files inside a document, in its order, and sentences about what of the document is not in its text. */
export type ContainedFiles = {
  readonly files: readonly ContainedFile[]
  readonly warnings: readonly string[]
}

/** Limits for all files inside a document together, those inside other contained files included. */
export const containedLimits = {
  maxFiles: 100,
  /** A file in a mail in a mail is two levels deep. */
  maxLevels: 6,
  maxBytes: 200_000_000,
  maxWarnings: 50,
} as const

const maxNameLength = 300

/** Describes for people why a file inside a document is not a part of its text. */
export function describeUnread(name: string, reason: string): string {
  const shownName = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name
  return `The attachment “${shownName}” was not read: ${reason}`
}

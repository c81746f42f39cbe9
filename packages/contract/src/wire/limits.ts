/**
 * How much may be asked at once: what is more is refused, with a message that says how much it may be.
 * All of it is listed in docs/operations/limits.md.
 */
const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Bytes of a body, by what an endpoint expects; files are counted for themselves. */
export const bodyLimits = {
  /** A few lines, such as a name and a password. */
  small: 16 * kilobyte,
  usual: megabyte,
  /** Prompts and whole projects, which clients send back as they got them. */
  texts: 10 * megabyte,
} as const

export type BodySize = keyof typeof bodyLimits

/** A form that is no multipart form, whoever it goes to. */
export const formBytes = 16 * kilobyte

/** Limits of a multipart form. */
export const multipartLimits = {
  files: 100,
  bytesOfFile: 200 * megabyte,
  fields: 100,
  bytesOfField: 100 * kilobyte,
} as const

/** Characters of a text, by the field that it stands in or below. A field's own schema may allow less. */
const textLimits: ReadonlyMap<string, number> = new Map([
  ['prompt', 2 * megabyte],
  ['preamble', 100_000],
  ['postamble', 100_000],
  ['summarize_prompt', 100_000],
  ['prompt_text', 100_000],
  ['assert_prompt', 100_000],
  ['assertion_failure_prompt', 100_000],
  ['webhook_metadata', 100_000],
  // Settings of a provider, which may contain the key file of a cloud service.
  ['adapter_metadata', 100_000],
  ['connector_metadata', 100_000],
  ['metadata', 100_000],
  ['configuration', 100_000],
  ['custom_data', 100_000],
  // Same limit as an output.
  ['truth', 200_000],
  // A file of expected values.
  ['truths_file', 10 * megabyte],
  // A JSON Schema with its descriptions.
  ['schema', 100_000],
  // A document; larger ones are sent as files.
  ['base64_string', 10 * megabyte],
  // Pictures as data.
  ['icon', 100_000],
])

/** Characters of any other text. */
const otherText = 10_000

/** The most characters that a text may have which stands in the field. */
export const maxCharacters = (field: string): number => textLimits.get(field) ?? otherText

/**
 * The most characters of the text at a path. The outermost field that has a limit decides: the settings of
 * a provider have theirs, whatever they are called inside, and a document has its own wherever it stands.
 */
export const maxCharactersAt = (path: readonly string[]): number =>
  maxCharacters(path.find((name) => textLimits.has(name)) ?? '')

/** Limits of nested values: settings, lists of ids. */
export const nestedLimits = { levels: 64, keys: 1000, charactersOfKey: 255, items: 10_000 } as const

/** Values of a JSON body, keys counted as well. */
export const valuesOfBody = 200_000

/** Seconds without any data after which an incomplete body is rejected. */
export const stalledBodySeconds = 60

/** How much of a body is still received, and for how long, after it was refused. */
export const refusedBodyLimits = { bytes: 32 * megabyte, seconds: 30 } as const

/** Limits of the reply of an address that a prompt sends a value to. */
export const addressReplyLimits = { bytes: megabyte, seconds: 30 } as const

/** A document that a caller names by its address. */
export const presignedLimits = { bytes: 20 * megabyte, seconds: 60 } as const

/** The answer of another server: a model's, or that of a service. Documents fetched by address are counted as files. */
export const answerLimits = { bytes: 64 * megabyte, seconds: 30 * 60 } as const

/** Limits of a browser's sockets, which only receive. */
export const socketLimits = {
  perSession: 20,
  bytesOfMessage: 10_000,
  secondsToConnect: 10,
  /** Messages that may wait for a browser; one that takes none of more for so long is closed, to be opened anew. */
  waitingMessages: 2_000,
  secondsToTake: 2,
} as const

/**
 * Limits of a session's logs panel: the number of newest entries, and the characters of each
 * entry's texts.
 */
export const panelLogLimits = { entries: 1_000, charactersOfText: 20_000 } as const

/** Minimum number of seconds between two runs of a schedule. */
export const scheduleLimits = { minSeconds: 1800 } as const

/** Calls about arrivals that an organization's pipelines receive, and the seconds in which they are counted. */
export const arrivalLimits = { calls: 600, seconds: 60 } as const

/** Time limit for the receiver of a notification, and the delay before the first retry. */
export const notificationLimits = { seconds: 5, firstRetrySeconds: 10 } as const

/** Limits of the studio for visitors without an account, per project and per address and hour. */
export const simpleStudioLimits = {
  documents: 5,
  prompts: 30,
  pages: 200,
  bytesOfDocument: 20 * megabyte,
  bytes: 60 * megabyte,
  runs: 500,
  ofAddress: {
    projects: 10,
    uploads: 60,
    bytes: 300 * megabyte,
    runs: 1000,
    changes: 2000,
    reads: 5000,
  },
} as const

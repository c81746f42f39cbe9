/** Request to the worker and its reply: plain data, because it crosses threads. */
export type EmbedRequest = { readonly id: number; readonly texts: readonly string[] }

export type EmbedResponse =
  | { readonly id: number; readonly vectors: readonly Float32Array[]; readonly tokens: number }
  | { readonly id: number; readonly error: string }

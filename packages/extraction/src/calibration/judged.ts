/** Confidence of a value, 0 to 1, with whether the value was right. */
export type Judged = { readonly confidence: number; readonly isRight: boolean }

/** A value of which it is known whether it was right, and how sure it was said to be, 0 to 1. */
export type Judged = { readonly confidence: number; readonly isRight: boolean }

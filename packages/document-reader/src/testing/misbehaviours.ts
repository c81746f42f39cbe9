import { ReadError } from '@recto/document-text/read-error'

/** Faults of a program of a pool. */
export const misbehaviours = {
  returns() {},
  hangs() {
    for (;;);
  },
  exits() {
    process.exit(3)
  },
  throws() {
    throw new Error('The program stumbled.')
  },
  refuses() {
    throw new ReadError('broken-file', 'It is torn.')
  },
}

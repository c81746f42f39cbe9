import { ReadError } from '@recto/document-text/read-error'

/** What a program of a pool may do in place of its work. */
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

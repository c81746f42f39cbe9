/** What was asked for cannot be begun; the message says why, for whoever typed it. */
export class Unusable extends Error {
  override readonly name = 'Unusable'
}

/** A command cannot start; the message tells the user why. */
export class Unusable extends Error {
  override readonly name = 'Unusable'
}

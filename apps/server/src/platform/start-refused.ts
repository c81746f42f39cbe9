/** The program cannot start, for a reason that the message explains to the person who started it. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}

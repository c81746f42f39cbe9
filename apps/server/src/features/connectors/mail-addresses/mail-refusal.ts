/** The reply to a mail that is not accepted: the sender tries again later if the code begins with 4. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal'
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

export const refuseLarge = (maxBytes: number) =>
  new MailRefusal(552, `5.3.4 A mail may have up to ${Math.floor(maxBytes / 1024 / 1024)} MB.`)

export const refuseForNow = () =>
  new MailRefusal(451, '4.3.0 The mail cannot be stored at the moment. Try again later.')

type ListedMail = { readonly path: string }

const maxMails = 1000

/** The mails that were listed last, which are found again without asking for them. */
export class KnownMails<Mail extends ListedMail> {
  readonly #mails = new Map<string, Mail>()

  get(path: string): Mail | undefined {
    return this.#mails.get(path)
  }

  add(mail: Mail): void {
    this.#mails.set(mail.path, mail)
    const [oldest] = this.#mails.keys()
    if (this.#mails.size > maxMails && oldest !== undefined) this.#mails.delete(oldest)
  }

  delete(path: string): void {
    this.#mails.delete(path)
  }
}

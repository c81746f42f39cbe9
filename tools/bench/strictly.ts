import type { Person, TestReply } from '../../apps/server/src/testing/people.ts'

/** The server did not do what it was asked for. */
export class Refused extends Error {
  readonly status: number

  constructor({ status, body }: TestReply) {
    super(`${status} ${JSON.stringify(body)}`.slice(0, 500))
    this.status = status
  }
}

/** The same person, who goes on only when a call succeeded. */
export function strictly(person: Person): Person {
  const succeeding =
    <A extends readonly unknown[]>(call: (...given: A) => Promise<TestReply>) =>
    async (...given: A) => {
      const reply = await call(...given)
      if (reply.status >= 400) throw new Refused(reply)
      return reply
    }
  return {
    ...person,
    get: succeeding(person.get),
    post: succeeding(person.post),
    put: succeeding(person.put),
    patch: succeeding(person.patch),
    delete: succeeding(person.delete),
    upload: succeeding(person.upload),
  }
}

import type { Person, TestReply } from '../../apps/server/src/testing/people.ts'

/** Thrown when the server replied with an error status. */
export class RefusedRequestError extends Error {
  readonly status: number

  constructor({ status, body }: TestReply) {
    super(`${status} ${JSON.stringify(body)}`.slice(0, 500))
    this.status = status
  }
}

/** Returns the same person with calls that throw on an error status. */
export function throwOnError(person: Person): Person {
  const throwOnFailure =
    <A extends readonly unknown[]>(call: (...args: A) => Promise<TestReply>) =>
    async (...args: A) => {
      const reply = await call(...args)
      if (reply.status >= 400) throw new RefusedRequestError(reply)
      return reply
    }
  return {
    ...person,
    get: throwOnFailure(person.get),
    post: throwOnFailure(person.post),
    put: throwOnFailure(person.put),
    patch: throwOnFailure(person.patch),
    delete: throwOnFailure(person.delete),
    upload: throwOnFailure(person.upload),
  }
}

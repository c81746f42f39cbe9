import { type Cookies, type Person, personOf, type TestReply } from './people.ts'
import type { TestServer } from './start-server.ts'

/** Somebody's browser, which keeps the cookies that it is given. Below `base` it asks as whom it is signed in. */
export function openBrowser({ origin, base }: Pick<TestServer, 'origin' | 'base'>): Person {
  const jar: Cookies = {}
  const person = personOf({ origin, base, username: 'a browser', cookies: async () => jar })

  function keep(reply: TestReply): TestReply {
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name, value] = /^(sessionid|csrftoken)=([^;]*)/.exec(cookie) ?? []
      if (name) Object.assign(jar, { [name]: value || undefined })
    }
    return reply
  }
  return {
    ...person,
    get: async (...args) => keep(await person.get(...args)),
    post: async (...args) => keep(await person.post(...args)),
    put: async (...args) => keep(await person.put(...args)),
    patch: async (...args) => keep(await person.patch(...args)),
    delete: async (...args) => keep(await person.delete(...args)),
  }
}

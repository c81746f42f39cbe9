import { type Cookies, type Person, personOf } from '../../../testing/people.ts'

type Newcomer = {
  readonly email: string
  readonly role: 'reviewer' | 'supervisor'
  /** Waits for the token in the mail, where there is a mail server. Without, the reply has a link. */
  readonly readToken?: (email: string) => Promise<string>
}

/** Invites somebody, who comes in by the link. */
export async function joinOrganization(
  admin: Person,
  origin: string,
  { email, role, readToken = async () => '' }: Newcomer,
): Promise<Person> {
  const { body } = await admin.post('users/invite/', { users: [{ email, role }] })
  const [, linkToken] = /([^/=]+)\/?$/.exec(body.message?.[0]?.link ?? '') ?? []
  const token = linkToken ?? (await readToken(email))
  if (!token) throw new Error(`Nobody is invited: ${JSON.stringify(body)}`)
  const jar: Cookies = {}
  const base = '/api/v1/recto/recto/'
  const person = personOf({ origin, base, username: email, cookies: async () => jar })
  const password = 'look twice, accept once'
  const joinedReply = await person.post('/api/v1/invitation/accept', { token, password })
  for (const cookie of joinedReply.headers.getSetCookie()) {
    const [, name, value] = /^(sessionid|csrftoken)=([^;]*)/.exec(cookie) ?? []
    if (name) Object.assign(jar, { [name]: value })
  }
  if (!jar.sessionid)
    throw new Error(`${email} did not come in: ${JSON.stringify(joinedReply.body)}`)
  await person.post('/api/v1/organization/recto/set')
  return person
}

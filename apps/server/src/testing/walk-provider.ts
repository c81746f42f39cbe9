const toSubmission = (form: Record<string, string> | undefined): RequestInit =>
  form ? { method: 'POST', body: new URLSearchParams(form) } : {}

/** Asks as one browser: the cookies that come are sent with what follows. */
export function openJar() {
  const jar = new Map<string, string>()
  return async (url: URL, form?: Record<string, string>) => {
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      ...toSubmission(form),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value && !/expires=Thu, 01 Jan 1970/i.test(cookie)) jar.set(name, value)
      else jar.delete(name)
    }
    const location = reply.headers.get('location')
    return { reply, to: location ? new URL(location, url) : undefined, jar }
  }
}

type Asker = ReturnType<typeof openJar>

/**
 * Goes through the pages of an OpenID provider of this machine, from where a browser was sent there to the address
 * that it is sent back to. Without a login the person says no.
 */
export async function walkProvider(ask: Asker, from: URL | undefined, login?: string) {
  let to = from
  const provider = from?.origin
  for (let hops = 0; to && to.origin === provider && hops < 12; hops++) {
    to = await turnPage(ask, to, login)
  }
  if (!to) throw new Error('The provider sent the browser nowhere.')
  return to
}

async function turnPage(ask: Asker, page: URL, login?: string): Promise<URL | undefined> {
  if (!/^\/interaction\/[^/]+$/.test(page.pathname)) return (await ask(page)).to
  if (login === undefined) return (await ask(new URL(`${page.pathname}/abort`, page))).to
  const text = await (await ask(page)).reply.text()
  const form = text.includes('name="login"')
    ? { prompt: 'login', login, password: 'any' }
    : { prompt: 'consent' }
  return (await ask(page, form)).to
}

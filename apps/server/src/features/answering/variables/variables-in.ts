/** What a prompt's text refers to, and how that is written there. */
export type Variable = { readonly written: string } & (
  | { readonly kind: 'prompt'; readonly key: string }
  | { readonly kind: 'address'; readonly url: string; readonly key: string }
  | { readonly kind: 'custom-data'; readonly path: readonly string[] }
)

/** `{{key}}`, and the older `%key%` where there is a prompt of that key. */
const written = /\{\{([^{}]+)\}\}|%([^%\s{}][^%\n{}]*)%/g

const customData = 'custom_data.'

/** The variables of a text, in their order. `keys` are those of the prompts that there are. */
export function variablesIn(text: string, keys: Iterable<string>): readonly Variable[] {
  const known = new Set(keys)
  return [...text.matchAll(written)].flatMap(([whole, inner, older]): readonly Variable[] => {
    if (inner !== undefined) return [variableOf(whole, nameIn(inner), known)]
    if (older === undefined || !known.has(older)) return []
    return [{ written: whole, kind: 'prompt', key: older }]
  })
}

function variableOf(whole: string, name: string, known: ReadonlySet<string>): Variable {
  if (known.has(name)) return { written: whole, kind: 'prompt', key: name }
  if (/^https?:/i.test(name)) {
    const end = name.endsWith(']') ? name.lastIndexOf('[') : -1
    const url = end === -1 ? name : name.slice(0, end)
    const key = end === -1 ? '' : nameIn(name.slice(end + 1, -1))
    return { written: whole, kind: 'address', url: url.trim(), key }
  }
  if (name.startsWith(customData)) {
    return { written: whole, kind: 'custom-data', path: name.slice(customData.length).split('.') }
  }
  return { written: whole, kind: 'prompt', key: name }
}

/** The keys of other prompts that the text refers to. */
export function variablesOf(text: string, keys: Iterable<string>): readonly string[] {
  const named = variablesIn(text, keys).flatMap((one) =>
    one.kind === 'custom-data' || one.key === '' ? [] : [one.key],
  )
  return [...new Set(named)]
}

/** Blanks around a name are no part of it; of blanks alone the last one is the name. */
function nameIn(inner: string): string {
  return inner.trim() || inner.slice(-1)
}

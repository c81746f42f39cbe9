/** A variable in a prompt, with its placeholder as written there. */
export type Variable = { readonly placeholder: string } & (
  | { readonly kind: 'prompt'; readonly key: string }
  | { readonly kind: 'address'; readonly url: string; readonly key: string }
  | { readonly kind: 'custom-data'; readonly path: readonly string[] }
)

/**
 * Matches `{{key}}`, and the older `%key%`, which counts only where there is a prompt of that key.
 */
const placeholderPattern = /\{\{([^{}]+)\}\}|%([^%\s{}][^%\n{}]*)%/g

const customDataPrefix = 'custom_data.'

/** Parses the variables of a text, in order. `keys` are those of the existing prompts. */
export function parseVariables(text: string, keys: Iterable<string>): readonly Variable[] {
  const promptKeys = new Set(keys)
  return [...text.matchAll(placeholderPattern)].flatMap(
    ([placeholder, inner, olderName]): readonly Variable[] => {
      if (inner !== undefined) return [toVariable(placeholder, trimName(inner), promptKeys)]
      if (olderName === undefined || !promptKeys.has(olderName)) return []
      return [{ placeholder, kind: 'prompt', key: olderName }]
    },
  )
}

function toVariable(placeholder: string, name: string, promptKeys: ReadonlySet<string>): Variable {
  if (promptKeys.has(name)) return { placeholder, kind: 'prompt', key: name }
  if (/^https?:/i.test(name)) {
    const end = name.endsWith(']') ? name.lastIndexOf('[') : -1
    const url = end === -1 ? name : name.slice(0, end)
    const key = end === -1 ? '' : trimName(name.slice(end + 1, -1))
    return { placeholder, kind: 'address', url: url.trim(), key }
  }
  if (name.startsWith(customDataPrefix)) {
    return {
      placeholder,
      kind: 'custom-data',
      path: name.slice(customDataPrefix.length).split('.'),
    }
  }
  return { placeholder, kind: 'prompt', key: name }
}

/** Lists the keys of other prompts that the text refers to. */
export function listReferencedKeys(text: string, keys: Iterable<string>): readonly string[] {
  const referencedKeys = parseVariables(text, keys)
    .map((variable) =>
      variable.kind === 'custom-data' || variable.key === '' ? undefined : variable.key,
    )
    .filter((value) => value !== undefined)
  return [...new Set(referencedKeys)]
}

/** Trims spaces around a name; of spaces alone the last one is the name. */
function trimName(inner: string): string {
  return inner.trim() || inner.slice(-1)
}

/** The cache of a service: what prompts begin with is kept in blocks, from a minimum length on. */
export type PrefixCache = {
  /** Returns how many tokens of a prompt are in the cache, and adds the prompt to it. */
  read(prompt: string): number
}

const lettersPerToken = 4
const blockTokens = 128
const minTokens = 1024

export function createPrefixCache(): PrefixCache {
  const prompts: string[] = []
  return {
    read(prompt) {
      const letters = Math.max(0, ...prompts.map((one) => sharedLength(one, prompt)))
      const tokens = Math.floor(letters / lettersPerToken / blockTokens) * blockTokens
      prompts.push(prompt)
      return tokens >= minTokens ? tokens : 0
    },
  }
}

function sharedLength(a: string, b: string): number {
  const max = Math.min(a.length, b.length)
  let length = 0
  while (length < max && a[length] === b[length]) length += 1
  return length
}

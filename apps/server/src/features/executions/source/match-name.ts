/** Whether a name fits a pattern in which `*` stands for any characters and `?` for one. Case does not matter. */
export function matchesName(name: string, pattern: string): boolean {
  const text = [...name.toLowerCase()]
  const wanted = [...pattern.toLowerCase()]
  let [at, next] = [0, 0]
  // Where the last star stands, and how far it reaches so far.
  let [star, reach] = [-1, 0]
  while (at < text.length) {
    if (wanted[next] === '*') {
      star = next++
      reach = at
    } else if (fits(wanted[next], text[at])) {
      next++
      at++
    } else if (star >= 0) {
      next = star + 1
      at = ++reach
    } else return false
  }
  return wanted.slice(next).every((one) => one === '*')
}

const fits = (wanted: string | undefined, one: string | undefined): boolean =>
  wanted === '?' || wanted === one

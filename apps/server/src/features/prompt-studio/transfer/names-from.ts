const mostNames = 100

/** The name, and with numbers behind it. */
export function* namesFrom(name: string): Generator<string> {
  yield name
  for (let count = 2; count <= mostNames; count++) {
    const number = ` (${count})`
    yield `${name.slice(0, 255 - number.length)}${number}`
  }
}

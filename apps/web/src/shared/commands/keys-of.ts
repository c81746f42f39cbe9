const onMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

const names: Readonly<Record<string, string>> = {
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  enter: 'Enter',
  space: 'Space',
}

/** Returns the name of a shortcut on this operating system. */
export function keysOf(shortcut: string): string {
  const mod = onMac() ? '⌘' : 'Ctrl'
  return shortcut
    .replace('mod+', `${mod} `)
    .replace(/(?<![a-z])[a-z]+$/, (key) => names[key] ?? key.toUpperCase())
}

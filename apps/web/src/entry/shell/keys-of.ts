const onMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

const names: Readonly<Record<string, string>> = { arrowleft: '←', arrowright: '→', enter: 'Enter' }

/** How a shortcut is written on the keys of this machine. */
export function keysOf(shortcut: string): string {
  const mod = onMac() ? '⌘' : 'Ctrl'
  return shortcut
    .replace('mod+', `${mod} `)
    .replace(/(?<![a-z])[a-z]+$/, (key) => names[key] ?? key.toUpperCase())
}

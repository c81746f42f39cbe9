const onMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** How a shortcut is written on the keys of this machine. */
export function keysOf(shortcut: string): string {
  const mod = onMac() ? '⌘' : 'Ctrl'
  return shortcut.replace('mod+', `${mod} `).replace(/\b[a-z]$/, (key) => key.toUpperCase())
}

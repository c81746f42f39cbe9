/** Formats the name of a role: `recto_user` becomes “Recto User”. */
export function roleName(role: string | undefined, isAdmin: boolean): string {
  const name = role ?? (isAdmin ? 'admin' : '')
  if (name === '') return 'None'
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

type Entry = { readonly action: string; readonly before: unknown; readonly after: unknown }

/** A change has values before and after, a new thing only after, and a deleted one only before. */
export function findMissingValues({ action, before: oldValues, after: newValues }: Entry): string {
  // Passwords and settings with secrets are never recorded.
  if (action === 'password.changed') return ''
  const needsOld = /[.-](changed|deleted|removed|ended)$/.test(action)
  const needsNew = /[.-](changed|created|made|generated|added|uploaded|exported|invited)$/.test(
    action,
  )
  if (needsOld && oldValues === null) return 'values before'
  return needsNew && newValues === null ? 'values after' : ''
}

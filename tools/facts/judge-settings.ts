import type { Setting, ShownSetting } from './read-settings.ts'

/** Returns complaints about settings that the page lacks, invents, or shows with another default. */
export function judgeSettings(
  page: string,
  shownSettings: readonly ShownSetting[],
  declaredSettings: readonly Setting[],
): readonly string[] {
  const shownByName = new Map(shownSettings.map((setting) => [setting.name, setting]))
  const declaredNames = new Set(declaredSettings.map(({ name }) => name))
  const missingSettings = declaredSettings.filter(({ name }) => !shownByName.has(name))
  const unknownSettings = shownSettings.filter(({ name }) => !declaredNames.has(name))
  return [
    ...missingSettings.map(({ name }) => `${page} lacks the setting ${name}.`),
    ...unknownSettings.map(
      ({ name }) => `${page} has the setting ${name}, which the code does not read.`,
    ),
    ...declaredSettings.flatMap(({ name, defaultValue }) => {
      const shownDefault = shownByName.get(name)?.shownDefault
      if (defaultValue === undefined || shownDefault === undefined) return []
      const plain = shownDefault.replace(/^`(?:\.\/)?|`$/g, '')
      if (plain === defaultValue) return []
      return [`${page} shows ${shownDefault} as default of ${name}, which is ${defaultValue}.`]
    }),
  ]
}

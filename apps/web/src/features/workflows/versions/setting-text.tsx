const sides: Readonly<Record<string, string>> = {
  source: 'Source',
  destination: 'Destination',
  settings: 'Tool setting',
}

const wholeNames: Readonly<Record<string, string>> = {
  tool: 'Tool',
  'tool.version': 'Version of the prompts',
}

/** Name of a setting as people read it: `source.maxFiles` is “Source: max files”. */
export function nameOfSetting(field: string): string {
  const [side = '', name = ''] = field.split(/\.(.*)/s)
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return wholeNames[field] ?? `${sides[side] ?? side}: ${words.replace(/\bllm\b/, 'LLM')}`
}

/** Value of a setting as people read it; lists are joined, and an empty one is a dash. */
function textOfSetting(value: string | null): string {
  if (value === null || value === '' || value === '[]') return '-'
  if (value === 'true') return 'Yes'
  if (value === 'false') return 'No'
  return value.startsWith('["') ? joinList(value) : value
}

function joinList(value: string): string {
  try {
    return (JSON.parse(value) as readonly unknown[]).join(', ')
  } catch {
    return value
  }
}

/** Wraps long values, so that the table keeps its width. */
export function SettingValue({ value }: { readonly value: string | null }) {
  return <span className="version-setting">{textOfSetting(value)}</span>
}

/** Wraps long values, so that the table keeps its width. */
export function SettingValue({ value }: { readonly value: string | null }) {
  return <span className="version-setting">{value ?? '-'}</span>
}

import { type SettingSchemas, textOfSetting } from './setting-words.ts'

type Props = {
  readonly field: string
  readonly value: string | null
  readonly schemas: SettingSchemas
}

/** Wraps long values, so that the table keeps its width. */
export const SettingValue = ({ field, value, schemas }: Props) => (
  <span className="version-setting">{textOfSetting(field, value, schemas)}</span>
)

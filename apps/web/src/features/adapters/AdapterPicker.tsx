import type { AdapterType } from '@recto/contract/adapters/adapters'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Select, type SelectProps } from 'antd'
import { explain } from '../../shared/api/refusal.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { ServiceIcon } from '../../shared/services/ServiceIcon.tsx'
import type { ConfiguredAdapter } from '../../shared/session/adapter.ts'
import { adaptersOfType } from './adapters.queries.ts'
import { kinds, listOf } from './kinds.ts'

type Props = {
  readonly type: AdapterType
  /** The adapter's instance id. */
  readonly value?: string | null | undefined
  readonly onChange?: (id: string) => void
  /** Whether the model has to write text, which the built-in extractor cannot. */
  readonly writesText?: boolean
} & Pick<
  SelectProps,
  'allowClear' | 'id' | 'disabled' | 'size' | 'aria-label' | 'placeholder' | 'status'
>

/** Selects one of the configured adapters of a type. Works as a child of an antd `Form.Item`. */
export function AdapterPicker({ type, value, onChange, writesText = false, ...rest }: Props) {
  const { data: adapters, isPending, error } = useQuery(adaptersOfType(type))
  const kind = kinds[listOf(type)]
  // One that was chosen earlier stays, so that its name is shown.
  const isOffered = ({ id, isBuiltIn }: ConfiguredAdapter) =>
    !(writesText && isBuiltIn) || id === value

  return (
    <Select<string, Option>
      {...rest}
      style={{ width: '100%' }}
      placeholder={rest.placeholder ?? `Select ${kind.noun}`}
      loading={isPending}
      value={value || null}
      onChange={(id) => onChange?.(id)}
      options={(adapters ?? []).filter(isOffered).map(optionOf)}
      optionRender={({ data }) => <Choice adapter={data.adapter} />}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={
        error ? explain(error, 'Failed to get the adapters list') : <None type={type} />
      }
    />
  )
}

type Option = {
  readonly value: string
  readonly label: string
  readonly adapter: ConfiguredAdapter
}

const optionOf = (adapter: ConfiguredAdapter): Option => ({
  value: adapter.id,
  label: adapter.name,
  adapter,
})

function Choice({ adapter }: { readonly adapter: ConfiguredAdapter }) {
  return (
    <span className="service-name">
      <ServiceIcon src={adapter.icon} size={20} />
      <span>{adapter.name}</span>
      {adapter.model && adapter.model !== adapter.name && (
        <small className="mono">{adapter.model}</small>
      )}
    </span>
  )
}

function None({ type }: { readonly type: AdapterType }) {
  const list = listOf(type)
  return (
    <span>
      None configured. <Link to={usePaths().adapters(list)}>Add one</Link>
    </span>
  )
}

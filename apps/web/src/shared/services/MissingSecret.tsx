import { WarningOutlined } from '@ant-design/icons'
import { Alert, Tag, Tooltip } from 'antd'
import type { FormValues } from '../form/schema-form/SchemaForm.tsx'
import './services.css'

const reason = 'It was copied from another installation, and secrets are not copied.'

/** Marks an adapter or a connector in a list that cannot be used until somebody enters its secret. */
export function MissingSecretTag() {
  return (
    <Tooltip title={`${reason} Edit it to enter them.`}>
      <Tag className="service-tag" color="warning" icon={<WarningOutlined />} tabIndex={0}>
        Needs its secret
      </Tag>
    </Tooltip>
  )
}

/** Says in the form what is to be entered. */
export function MissingSecretNotice() {
  return (
    <Alert
      type="warning"
      showIcon
      className="service-outcome"
      title={`Needs its secret. ${reason} Enter them here.`}
    />
  )
}

/** Sends missing secrets that stayed blank as such: then there is none to wait for. */
export const withBlankSecrets = (names: readonly string[], settings: FormValues): FormValues => ({
  ...settings,
  ...Object.fromEntries(names.map((name) => [name, settings[name] ?? ''])),
})

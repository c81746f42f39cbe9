import { WarningOutlined } from '@ant-design/icons'
import { Link, useRouterState } from '@tanstack/react-router'
import { Tooltip } from 'antd'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useMissingAdapterTypes } from '../../shared/session/adapter.queries.ts'

const names = {
  LLM: 'LLM',
  VECTOR_DB: 'vector DB',
  EMBEDDING: 'embedding model',
  X2TEXT: 'text extractor',
  OCR: 'OCR',
}

/** Warns that extraction cannot work yet, and links to what is missing. */
export function SetupAlert() {
  const to = usePaths()
  const missingTypes = useMissingAdapterTypes()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  if (missingTypes.length === 0 || pathname === to.onboard()) return null

  return (
    <Tooltip title={`Missing: ${missingTypes.map((type) => names[type]).join(', ')}`}>
      <Link to={to.onboard()} className="setup-alert" role="status">
        <WarningOutlined aria-hidden="true" />
        <span>Adapter setup is incomplete</span>
      </Link>
    </Tooltip>
  )
}

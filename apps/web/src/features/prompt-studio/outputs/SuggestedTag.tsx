import { Tag, Tooltip } from 'antd'
import { suggestedValueNote } from '../output.ts'

/** Says that the value was accepted with a suggested field. */
export const SuggestedTag = () => (
  <Tooltip title={suggestedValueNote}>
    <Tag className="result-stale">suggested</Tag>
  </Tooltip>
)

import { Tag } from 'antd'

/** Badge for users of programs written for version 1. */
export const V1Pill = () => (
  <Tag className="text-pill">
    Looking for LLM Whisperer v1? <a href="/docs?search=whisper">See its endpoints</a>
  </Tag>
)

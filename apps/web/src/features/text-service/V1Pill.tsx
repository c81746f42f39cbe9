import { Tag } from 'antd'

/** For whoever has come with a program of the version before. */
export const V1Pill = () => (
  <Tag className="text-pill">
    Looking for LLM Whisperer v1? <a href="/docs?search=whisper">See its calls</a>
  </Tag>
)

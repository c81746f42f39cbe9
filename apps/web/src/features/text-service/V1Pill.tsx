import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { textAddresses } from './text-service.queries.ts'

/** Badge for users of programs written for version 1. It is hidden where no site for them is set. */
export function V1Pill() {
  const { data: addresses } = useQuery(textAddresses)
  if (!addresses?.earlierSite) return null
  return (
    <Tag className="text-pill">
      <a href={addresses.earlierSite}>Looking for LLM Whisperer v1?</a>
    </Tag>
  )
}

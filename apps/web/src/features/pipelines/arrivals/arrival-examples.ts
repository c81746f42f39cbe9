type HookAddress = {
  readonly url: string
  readonly urlWithToken: string
  readonly secret: string
}

type HookExample = {
  readonly key: string
  /** A few words. */
  readonly label: string
  readonly title: string
  readonly code: string
}

/** Examples of how services and programs call the address of a pipeline. */
export function arrivalExamples({
  url,
  urlWithToken,
  secret,
}: HookAddress): readonly HookExample[] {
  return [
    {
      key: 'cloud',
      label: 'Cloud storage',
      title: 'Address for Amazon SNS, Azure Event Grid, or Google Pub/Sub',
      code: urlWithToken,
    },
    {
      key: 'minio',
      label: 'MinIO',
      title: 'Commands for MinIO',
      code: `mc admin config set minio notify_webhook:recto \\
  endpoint="${url}" auth_token="Bearer ${secret}"
mc admin service restart minio
mc event add minio/BUCKET arn:minio:sqs::recto:webhook --event put`,
    },
    {
      key: 'program',
      label: 'Any program',
      title: 'A call with a signature',
      code: `BODY='{"file":"invoice.pdf"}'
TIME=$(date +%s)
SIGNATURE=$(printf '%s.%s' "$TIME" "$BODY" | openssl dgst -sha256 -hmac '${secret}' -r | cut -d' ' -f1)
curl -X POST '${url}' \\
  -H "X-Recto-Timestamp: $TIME" -H "X-Recto-Signature: sha256=$SIGNATURE" -d "$BODY"`,
    },
  ]
}

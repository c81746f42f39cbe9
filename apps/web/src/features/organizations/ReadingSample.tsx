const values = [
  { key: 'invoice_number', value: 'INV-2041', place: 'p. 1' },
  { key: 'due_date', value: '2026-07-14', place: 'p. 1' },
  { key: 'total', value: '1,284.50', place: 'p. 1' },
]

/** Illustration of the product: a page, its highlighted text, and the extracted values. */
export function ReadingSample() {
  return (
    <div className="sample" aria-hidden="true">
      <svg viewBox="0 0 200 250" className="sample-page" aria-hidden="true">
        <rect width="200" height="250" rx="6" fill="var(--sheet)" stroke="var(--hairline)" />
        <g fill="var(--hairline)">
          <rect x="20" y="22" width="58" height="9" rx="2" />
          <rect x="20" y="38" width="40" height="5" rx="2" />
          <rect x="20" y="47" width="48" height="5" rx="2" />
          <rect x="20" y="92" width="160" height="1" />
          {[104, 120, 136, 152].map((top) => (
            <g key={top}>
              <rect x="20" y={top} width="84" height="5" rx="2" />
              <rect x="122" y={top} width="18" height="5" rx="2" />
              <rect x="156" y={top} width="24" height="5" rx="2" />
            </g>
          ))}
          <rect x="20" y="172" width="160" height="1" />
          <rect x="20" y="222" width="90" height="5" rx="2" />
        </g>
        <g fill="var(--evidence)" stroke="var(--evidence-edge)">
          <rect x="122" y="21" width="58" height="14" rx="2.5" />
          <rect x="112" y="44" width="68" height="14" rx="2.5" />
          <rect x="130" y="184" width="50" height="16" rx="2.5" />
        </g>
        <g className="sample-words" fill="var(--ink)">
          <text x="176" y="31">
            INV-2041
          </text>
          <text x="176" y="54">
            14 July 2026
          </text>
          <text x="176" y="195.5">
            1,284.50
          </text>
        </g>
      </svg>
      <dl className="sample-values">
        {values.map(({ key, value, place }) => (
          <div key={key}>
            <dt className="mono">{key}</dt>
            <dd>
              <span className="mono">{value}</span>
              <span className="sample-place">{place}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

type ChoiceProps<T extends string> = { label: string; options: Record<T, string>; value: T; onChange: (value: T) => void }

export const Choice = <T extends string>({ label, options, value, onChange }: ChoiceProps<T>) => (
  <label>
    {label}{' '}
    <select value={value} onChange={({ target }) => onChange(target.value as T)}>
      {Object.entries<string>(options).map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

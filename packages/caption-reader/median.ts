/** The median; the upper of the two middle values for an even count, 0 for an empty list. */
export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

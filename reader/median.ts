/** The upper of the two middle values where there are two; 0 of none. */
export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

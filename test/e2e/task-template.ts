/** Inputs of one template, different enough from each other that what they share is the template. */
export const INPUTS = [
  'The parcel arrived two days late and the box was torn.',
  'Support answered within minutes, thank you so much!',
  'I was charged twice for order 55120 and nobody replies.',
  'The blue one is nicer than in the pictures.',
  'Where do I find the serial number of my device?',
  'Please cancel my subscription at the end of the month.',
  'The app crashes whenever I open the camera.',
  'Great value for the price, would buy again.',
  'My invoice of March shows the wrong address.',
  'Is the charger included or sold separately?',
  'The zipper broke on the first day of our trip.',
  'Delivery to the islands took only three days.',
] as const;

/** A machine-shaped request that no person would take for conversation. */
export function template(input: string): { messages: object[] } {
  return {
    messages: [
      {
        role: 'system',
        content:
          'You triage customer messages of a web shop. Decide which one of the queues BILLING, DELIVERY, PRODUCT or OTHER should handle the message. Return only the name of the queue in capital letters and nothing else.',
      },
      { role: 'user', content: `Message: ${input}` },
    ],
  };
}

export function inputAt(index: number): string {
  return INPUTS[index % INPUTS.length] ?? '';
}

/** Asks again until it is so, for five seconds at most; records are written behind the calls. */
export async function eventually<T>(read: () => Promise<T> | T, isSo: (value: T) => boolean): Promise<T> {
  const deadline = performance.now() + 5_000;
  for (;;) {
    const value = await read();
    if (isSo(value) || performance.now() > deadline) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What a write answers that has nothing else to tell, in the words of the success dialog (specification 1 §8). */
export const done = { message: 'Complete!' }

/** Asks once for each key: whoever asks again gets the same promise. What failed is asked for anew. */
export function once<K, T>(ask: (key: K) => Promise<T>): (key: K) => Promise<T> {
	const asked = new Map<K, Promise<T>>();
	return (key) => {
		let answer = asked.get(key);
		if (!answer) {
			answer = ask(key);
			asked.set(key, answer);
			answer.catch(() => asked.delete(key));
		}
		return answer;
	};
}

/** Anything but a good answer is an error. */
export async function fetchGood(address: string): Promise<Response> {
	const answer = await fetch(address);
	if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
	return answer;
}

.PHONY: run test check bench demo
run test check bench demo:
	@python3 dev.py $@
